/**
 * Keeps leader-only methods from running on followers: what is gated, how a skipped call
 * answers, and the advisor. Called by the auto-configuration only.
 */
@NullMarked
package io.github.leaderelection.internal.gate.method;

import org.jspecify.annotations.NullMarked;
