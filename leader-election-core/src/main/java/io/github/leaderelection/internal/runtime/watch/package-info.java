/**
 * Watches beside the election that write to the log once: no leader for long, leadership
 * that changes too often, notices of a protocol.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.watch;

import org.jspecify.annotations.NullMarked;
