/**
 * A disk that forgets what was not synced, tears writes, fills up and slows down, under
 * the file store that production uses. Used by the simulated nodes.
 */
@NullMarked
package io.github.leaderelection.simulator.disk;

import org.jspecify.annotations.NullMarked;
