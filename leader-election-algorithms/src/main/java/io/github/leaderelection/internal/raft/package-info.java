/**
 * The quorum election with one additional rule of Raft (Ongaro, Ousterhout 2014). A
 * member supports and votes for a candidate only if the candidate's application is at
 * least as far as its own. So the leader holds everything that a majority held.
 * <p>
 * {@link io.github.leaderelection.CandidatePosition} gives the position of an
 * application. The candidate reads it before it sends a question. The asked member reads
 * its own after the question arrived, and again before it votes if it had to wait. An
 * unknown position is a refusal. A given vote is final. A member suspects its leader
 * after a random time; promises last a lease.
 * <p>
 * The promises of the quorum election are kept, for the rule only withholds votes. The
 * furthest member of a majority can always win, so there is a leader if such a member
 * reaches a majority. Only the list of algorithms uses this package.
 */
@NullMarked
package io.github.leaderelection.internal.raft;

import org.jspecify.annotations.NullMarked;
