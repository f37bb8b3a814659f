package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * A leader giving up of its own will, waiting for running work.
 *
 * @param reason why
 * @param target who is to lead next, or null for the usual order
 * @param requests whom to answer
 */
record Drain(RevocationReason reason, @Nullable NodeId target, List<Long> requests) {
}
