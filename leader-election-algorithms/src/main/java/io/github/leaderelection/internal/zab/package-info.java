/**
 * ZooKeeper's fast leader election (Junqueira, Reed, Serafini 2011; the project's
 * {@code FastLeaderElection}): a member that misses the leader reads its application's
 * position, opens a round, votes for itself and tells all. Who hears a better vote, of a
 * higher position or else a higher id, takes it over and tells all; a vote of a newer
 * round clears the table, one of an older round is answered with the own. When as many
 * members as a leader needs hold one vote, they wait a short time for a better one; then
 * the member voted for stands and the others give it time to lead. The epoch it proposes,
 * which a majority acknowledges before it leads, is the proposal of the quorum election
 * below. Only the list of algorithms knows this package.
 */
@NullMarked
package io.github.leaderelection.internal.zab;

import org.jspecify.annotations.NullMarked;
