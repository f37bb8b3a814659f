/**
 * Carries pings and answers where no link does: as requests that the leader holds.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.carrier;

import org.jspecify.annotations.NullMarked;
