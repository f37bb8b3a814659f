/**
 * The two-phase election of 2000 (the note "A Leader Election Algorithm" of January
 * 2000). In every member two machines run side by side. The elector watches for messages
 * of the leader; when they fail to come it broadcasts ELECT with the last message it saw
 * and collects those of others for a round trip, then sends VOTE to the owner of the best
 * claim: the old leader if it is alive, else who saw the latest (term, number), else the
 * first in the list. The candidate leads on equal votes of more than half of the members.
 * No member says more than two things in a round trip. A VOTE here nominates: the vote
 * that binds (it names a term, is saved before it is sent, one a term) is that of the
 * quorum election below, whose heartbeat is the source's LEAD. So all promises are kept,
 * L2 too, for a live leader always is the best claim. Only the list of algorithms knows
 * this package, and the simulator, which watches how much is said.
 */
@NullMarked
package io.github.leaderelection.internal.ballot;

import org.jspecify.annotations.NullMarked;
