package io.github.leaderelection.internal.quorum.part;

/**
 * A part of the state, which a step replaces as a whole.
 */
public interface StatePart {

}
