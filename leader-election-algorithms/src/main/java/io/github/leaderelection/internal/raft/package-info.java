/**
 * The quorum election with one more rule, that of Raft (Ongaro, Ousterhout 2014): a
 * member supports and votes for a candidate only if the candidate's application is at
 * least as far as its own, so that whoever leads holds all that a majority held. How far
 * an application is, its {@link io.github.leaderelection.CandidatePosition} tells; the
 * candidate asks it after it wanted to send a question, the asked member after the
 * question arrived, and once more before it votes if it had to wait until it was free. A
 * position that cannot be told is a refusal. A vote once given stands. A member suspects
 * its leader after a random time; promises last a lease, as below. All that the quorum
 * election promises is kept, for the rule only takes votes away; and of a majority the
 * member that is furthest can always win, so there is a leader wherever such a member
 * reaches a majority. Only the list of algorithms knows this package.
 */
@NullMarked
package io.github.leaderelection.internal.raft;

import org.jspecify.annotations.NullMarked;
