/**
 * Leader-only work: what is admitted, what still runs, and what outlives its leadership.
 * Safe for use from any thread.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.work;

import org.jspecify.annotations.NullMarked;
