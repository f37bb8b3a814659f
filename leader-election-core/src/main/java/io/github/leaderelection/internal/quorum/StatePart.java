package io.github.leaderelection.internal.quorum;

/**
 * A part of the state, which a step replaces as a whole.
 */
interface StatePart {

}
