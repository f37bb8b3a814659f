/**
 * Tests for counting branches.
 */
@NullMarked
package io.github.leaderelection.simulator.branches;

import org.jspecify.annotations.NullMarked;
