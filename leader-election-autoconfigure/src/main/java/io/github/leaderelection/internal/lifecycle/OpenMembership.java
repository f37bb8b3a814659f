package io.github.leaderelection.internal.lifecycle;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.join.AddressBook;

/**
 * What there is where the URLs of some nodes are learned.
 */
public record OpenMembership(AddressBook book, List<NodeId> seeds) {
}
