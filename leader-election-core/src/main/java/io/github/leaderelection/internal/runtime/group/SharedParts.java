package io.github.leaderelection.internal.runtime.group;

import io.github.leaderelection.internal.runtime.scheduling.DueHeap;
import io.github.leaderelection.internal.runtime.scheduling.Mailbox;
import io.github.leaderelection.internal.runtime.peers.PeerLinks;
import io.github.leaderelection.internal.runtime.peers.RefusalCauses;
import io.github.leaderelection.internal.trace.TraceBudget;

/**
 * The parts that the groups of one loop share.
 *
 * @param timers when the first timer of each group is due
 * @param causes why members are not linked
 * @param traces the memory limit of each group's trace
 */
public record SharedParts(Mailbox mailbox, PeerLinks links, DueHeap timers, GroupWatches watches, RefusalCauses causes,
		TraceBudget traces) {
}
