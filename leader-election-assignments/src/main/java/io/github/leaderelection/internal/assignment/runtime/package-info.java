/**
 * Performs the steps of assignments in a group's loop, and publishes what is owned.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.runtime;

import org.jspecify.annotations.NullMarked;
