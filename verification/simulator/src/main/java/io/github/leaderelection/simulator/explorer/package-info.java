/**
 * An exhaustive search over everything that can happen to a small cluster, on the
 * election as it is shipped. Called by the command line and by tests.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer;

import org.jspecify.annotations.NullMarked;
