/**
 * TLS between members: the certificates of this node, whom it trusts, and for which hosts
 * the certificates of others are. Media and the listener use it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.tls;

import org.jspecify.annotations.NullMarked;
