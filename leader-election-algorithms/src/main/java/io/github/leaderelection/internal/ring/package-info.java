/**
 * The ring election (LeLann 1977, Chang and Roberts 1979): the members form a ring in the
 * order of their ids, and each sends to the next live one. A member that misses the
 * leader sends its own id around the ring. A member replaces a lower id by its own. A
 * member that already takes part only passes on a higher id than before. The member whose
 * id comes back stands, and a second lap announces it. Each step is acknowledged, so dead
 * members are left out. Each wait is bounded, so another lap follows a lost one. No
 * member takes over from a live leader.
 * <p>
 * These messages choose who stands. Votes, leases and tokens are those of the underlying
 * quorum election, with {@code minimum-cluster-size} instead of a majority. Its default
 * is one; then each part of a divided network has its own leader. Only the list of
 * algorithms uses this package.
 */
@NullMarked
package io.github.leaderelection.internal.ring;

import org.jspecify.annotations.NullMarked;
