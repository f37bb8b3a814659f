package io.github.leaderelection.autoconfigure.transport;

/**
 * The entrance for nodes that join at run time, below the path of the peers. The same for
 * every transport.
 */
record JoinEntrance(PeerEntrance entrance) {
}
