/**
 * Tells restless leadership from a single fail-over, and which lease would have avoided
 * it: pure, without clock, thread or log. Fed by the runtime, read by whoever shows it.
 */
@NullMarked
package io.github.leaderelection.internal.oscillation;

import org.jspecify.annotations.NullMarked;
