/**
 * The bully election (Garcia-Molina 1982): the live member with the highest id leads. A
 * member that misses the leader asks all members with higher ids. If one answers, that
 * member continues the election. Otherwise the asking member announces itself to all
 * lower ones. A returning member with a higher id takes over, although the leader was
 * well.
 * <p>
 * These messages choose who stands. Votes, leases and tokens are those of the underlying
 * quorum election, with {@code minimum-cluster-size} instead of a majority. Its default
 * is one, as in the original. Then each part of a divided network has its own leader.
 * Tokens do not help, because both sides continue from the same one. Only the list of
 * algorithms uses this package.
 */
@NullMarked
package io.github.leaderelection.internal.bully;

import org.jspecify.annotations.NullMarked;
