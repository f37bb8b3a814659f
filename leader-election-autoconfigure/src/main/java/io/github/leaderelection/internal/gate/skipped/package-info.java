/**
 * Skipped calls of leader-only methods: callers that take them for done, and calls that
 * are kept until this node leads.
 */
@NullMarked
package io.github.leaderelection.internal.gate.skipped;

import org.jspecify.annotations.NullMarked;
