/**
 * One group from a start to its stop: inputs, steps, saves, effects. Driven by the thread
 * that runs the loop; the inbox is the way in for all others.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.group;

import org.jspecify.annotations.NullMarked;
