/**
 * For tests of applications: a cluster of real nodes in one virtual machine, over a
 * network in memory that the test cuts and heals.
 */
@NullMarked
package io.github.leaderelection.test.cluster;

import org.jspecify.annotations.NullMarked;
