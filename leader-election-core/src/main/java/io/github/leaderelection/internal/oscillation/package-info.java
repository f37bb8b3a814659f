/**
 * Distinguishes oscillating leadership from a single fail-over, and advises a lease that
 * would avoid it. Has no clock, thread or log. The runtime feeds it; endpoint, health and
 * meters read it.
 */
@NullMarked
package io.github.leaderelection.internal.oscillation;

import org.jspecify.annotations.NullMarked;
