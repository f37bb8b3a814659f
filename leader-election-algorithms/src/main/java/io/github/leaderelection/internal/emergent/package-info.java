/**
 * The emergent leader: the oldest member leads. A node joins a group through a seed node;
 * the group's coordinator, its oldest member, gives it the next age, numbers the list of
 * members anew and sends it to all. Members exchange heartbeats with the list's number;
 * the coordinator alone removes silent ones, and when it is silent itself the oldest that
 * is left claims the group. Two groups that meet merge: the smaller one dissolves and its
 * members join the larger with new ages. Membership is the nomination: votes, leases and
 * tokens are those of the quorum election below, which hears members of the own group
 * alone, with {@code minimum-cluster-size} in place of a majority. So it promises what
 * the quorum election does where that size is one, save for partial meshes, and with less
 * a leader in each part of a divided network. Only the list of algorithms knows this
 * package.
 */
@NullMarked
package io.github.leaderelection.internal.emergent;

import org.jspecify.annotations.NullMarked;
