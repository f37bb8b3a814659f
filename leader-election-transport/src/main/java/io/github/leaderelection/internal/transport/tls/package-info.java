/**
 * TLS between members: the certificates of this node, the issuers that it trusts, and the
 * hosts of other nodes' certificates. Media and the listener use it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.tls;

import org.jspecify.annotations.NullMarked;
