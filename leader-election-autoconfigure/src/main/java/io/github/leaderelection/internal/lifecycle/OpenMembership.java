package io.github.leaderelection.internal.lifecycle;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.join.AddressBook;

/**
 * The addresses and seed nodes of a cluster whose nodes learn some URLs.
 */
public record OpenMembership(AddressBook book, List<NodeId> seeds) {
}
