/**
 * Values by number and results by numbers, for any thread.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.table;

import org.jspecify.annotations.NullMarked;
