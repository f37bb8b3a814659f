/**
 * The bully election (Garcia-Molina 1982): ids are ordered, and the highest live member
 * leads. Who misses the leader asks all members with higher ids; if one answers, that
 * member goes on with the election, and if none does, the asker announces itself to all
 * lower ones. A member with a higher id that comes back takes over: leadership changes
 * then, although the leader was well. The messages choose who stands; votes, leases and
 * tokens are those of the quorum election below, with {@code minimum-cluster-size} in
 * place of a majority. Its default is one, as in the original: then each part of a
 * divided network has a leader of its own, and tokens do not help, for both sides count
 * on from the same. Only the list of algorithms knows this package.
 */
@NullMarked
package io.github.leaderelection.internal.bully;

import org.jspecify.annotations.NullMarked;
