package io.github.leaderelection.internal.quorum.state;

/**
 * A part of the state, which a step replaces as a whole.
 */
public interface StatePart {

}
