/**
 * ZooKeeper's fast leader election (Junqueira, Reed, Serafini 2011; the project's
 * {@code FastLeaderElection}). A member that misses the leader reads its application's
 * position, opens a round and sends a vote for itself to all. A member that hears a
 * better vote adopts it and sends it to all. A higher position is better, then a higher
 * id. A vote of a newer round clears the table; one of an older round is answered with
 * the own vote. When enough members for a leader agree, they wait briefly for a better
 * vote. Then the elected member stands, and the others give it time to lead.
 * <p>
 * A majority acknowledges the epoch of a new leader before it leads. Here that is the
 * proposal of the underlying quorum election. Only the list of algorithms uses this
 * package.
 */
@NullMarked
package io.github.leaderelection.internal.zab;

import org.jspecify.annotations.NullMarked;
