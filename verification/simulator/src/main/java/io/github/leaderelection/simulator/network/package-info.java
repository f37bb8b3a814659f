/**
 * Links between machines that delay, lose, repeat and reorder messages, break, clog and
 * heal. Knows envelopes as they are and nothing of their meaning.
 */
@NullMarked
package io.github.leaderelection.simulator.network;

import org.jspecify.annotations.NullMarked;
