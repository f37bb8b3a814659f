/**
 * Skipped calls of leader-only methods: callers that treat them as completed, and calls
 * that are kept until this node leads.
 */
@NullMarked
package io.github.leaderelection.internal.gate.skipped;

import org.jspecify.annotations.NullMarked;
