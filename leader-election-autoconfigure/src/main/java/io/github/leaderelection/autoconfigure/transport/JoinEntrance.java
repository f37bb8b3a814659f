package io.github.leaderelection.autoconfigure.transport;

/**
 * Where those join whose URLs nobody knows beforehand: below where peers come in,
 * whatever transport these use.
 *
 * @param entrance takes their requests
 */
record JoinEntrance(PeerEntrance entrance) {
}
