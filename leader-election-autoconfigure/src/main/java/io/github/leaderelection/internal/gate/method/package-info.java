/**
 * Prevents leader-only methods from running on followers: the gated methods, the behavior
 * of refused calls, and the advisor. Only the auto-configuration uses it.
 */
@NullMarked
package io.github.leaderelection.internal.gate.method;

import org.jspecify.annotations.NullMarked;
