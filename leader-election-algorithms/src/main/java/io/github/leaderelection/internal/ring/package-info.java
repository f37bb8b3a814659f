/**
 * The ring election (LeLann 1977, Chang and Roberts 1979): the members form a ring in the
 * order of their ids, and each sends to the next one that is live. Who misses the leader
 * sends its own id round; a member puts its own in place of a lower one, and one that
 * takes part already passes on only what raises what it passed before. The id that comes
 * home stands, and a second lap tells all. Each step is acknowledged, so a member that is
 * gone is left out, and each wait is bounded, so a lap that is lost is followed by
 * another. No member takes over from a live leader. The messages choose who stands;
 * votes, leases and tokens are those of the quorum election below, with
 * {@code minimum-cluster-size} in place of a majority: its default is one, and then each
 * part of a divided network has a leader of its own. Only the list of algorithms knows
 * this package.
 */
@NullMarked
package io.github.leaderelection.internal.ring;

import org.jspecify.annotations.NullMarked;
