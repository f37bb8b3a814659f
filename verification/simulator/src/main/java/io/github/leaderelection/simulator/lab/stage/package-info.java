/**
 * A cluster with what a scenario can do to it, and what is measured and recorded
 * meanwhile. Used by the laboratory's other packages, knows none of them.
 */
@NullMarked
package io.github.leaderelection.simulator.lab.stage;

import org.jspecify.annotations.NullMarked;
