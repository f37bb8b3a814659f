/**
 * A cluster of real nodes in one virtual machine, over a network in memory that a test
 * cuts and heals. Builds nodes as applications do; for tests of applications.
 */
@NullMarked
package io.github.leaderelection.test.cluster;

import org.jspecify.annotations.NullMarked;
