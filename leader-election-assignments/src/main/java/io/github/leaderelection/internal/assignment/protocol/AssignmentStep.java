package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;

/**
 * What a step leads to.
 *
 * @param state the state after it
 * @param effects what to do, in order
 */
public record AssignmentStep(AssignmentState state, List<AssignmentEffect> effects) {
}
