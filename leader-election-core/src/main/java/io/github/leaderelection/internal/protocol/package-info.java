/**
 * The contract of a pure election protocol: state and input in, next state and effects
 * out. Starts no thread, reads no clock, sends nothing. Implemented by one package an
 * algorithm, driven by the runtime, the simulator and the explorer.
 */
@NullMarked
package io.github.leaderelection.internal.protocol;

import org.jspecify.annotations.NullMarked;
