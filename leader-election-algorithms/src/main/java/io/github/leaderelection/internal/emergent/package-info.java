/**
 * The emergent leader: the oldest member leads. A node joins a group through a seed node.
 * The group's coordinator is its oldest member. It gives the node the next age, numbers
 * the member list anew and sends it to all. Members exchange heartbeats with the list's
 * number. The coordinator alone removes silent members. When it is silent itself, the
 * oldest remaining member claims the group. When two groups meet, the smaller one
 * dissolves, and its members join the larger with new ages.
 * <p>
 * Membership is the nomination. Votes, leases and tokens are those of the underlying
 * quorum election, which hears only members of the own group, with
 * {@code minimum-cluster-size} instead of a majority. If that size is a majority, it
 * keeps the promises of the quorum election, except in partial meshes. With a smaller
 * one, each part of a divided network has its own leader. Only the list of algorithms
 * uses this package.
 */
@NullMarked
package io.github.leaderelection.internal.emergent;

import org.jspecify.annotations.NullMarked;
