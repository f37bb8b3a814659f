/**
 * Links with all members, whatever carries them: accepting, proving, refusing, and what
 * each is told. A transport extends {@code LinkTransport} with a {@code Medium}.
 */
@NullMarked
package io.github.leaderelection.internal.transport.link;

import org.jspecify.annotations.NullMarked;
