/**
 * The next states of a cluster, and the history that promises are judged by.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.next;

import org.jspecify.annotations.NullMarked;
