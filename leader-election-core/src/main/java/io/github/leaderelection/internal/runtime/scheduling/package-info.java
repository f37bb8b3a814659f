/**
 * What the loop has to do: mail from other threads, and what is due by the clock.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.scheduling;

import org.jspecify.annotations.NullMarked;
