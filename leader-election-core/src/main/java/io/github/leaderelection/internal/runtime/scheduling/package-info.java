/**
 * The tasks of the loop: mail from other threads, and timers that are due.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.scheduling;

import org.jspecify.annotations.NullMarked;
