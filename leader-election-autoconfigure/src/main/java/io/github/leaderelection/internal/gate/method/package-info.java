/**
 * Keeps leader-only methods from running on followers: which methods are gated, what
 * refused calls do, and the advisor. Only the auto-configuration uses it.
 */
@NullMarked
package io.github.leaderelection.internal.gate.method;

import org.jspecify.annotations.NullMarked;
