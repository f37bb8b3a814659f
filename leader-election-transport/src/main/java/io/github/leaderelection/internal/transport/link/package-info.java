/**
 * Links with all members over any medium: accepting, authenticating, refusing, sending. A
 * transport extends {@code LinkTransport} with a {@code Medium}.
 */
@NullMarked
package io.github.leaderelection.internal.transport.link;

import org.jspecify.annotations.NullMarked;
