/**
 * The list of elections there are: one line for each. Used by the node that runs one, and
 * by the simulator that tries them all.
 */
@NullMarked
package io.github.leaderelection.internal.algorithm;

import org.jspecify.annotations.NullMarked;
