/**
 * The two-phase election of 2000 (the note "A Leader Election Algorithm" of January
 * 2000). Every member runs two state machines. The elector watches for messages of the
 * leader. When they are missing, it broadcasts ELECT with the last message it saw, and
 * collects those of others for a round trip. Then it sends VOTE to the owner of the best
 * claim: the old leader if it is alive, otherwise the member that saw the latest (term,
 * number), otherwise the first in the list. The candidate leads with equal votes of a
 * majority. No member sends more than two messages in a round trip.
 * <p>
 * A VOTE only nominates here. The binding vote is that of the underlying quorum election,
 * which saves one vote a term before it sends it. Its heartbeat is the source's LEAD. So
 * all promises are kept, including L2, for a live leader always has the best claim. Only
 * the list of algorithms uses this package, and the simulator, which counts its messages.
 */
@NullMarked
package io.github.leaderelection.internal.ballot;

import org.jspecify.annotations.NullMarked;
