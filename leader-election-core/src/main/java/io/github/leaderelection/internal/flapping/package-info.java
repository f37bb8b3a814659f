/**
 * Distinguishes flapping leadership from a single fail-over, and advises a lease that
 * would avoid it. Has no clock, thread or log. The runtime feeds it; endpoint, health and
 * meters read it.
 */
@NullMarked
package io.github.leaderelection.internal.flapping;

import org.jspecify.annotations.NullMarked;
