/**
 * The contract between the links and the medium that carries them: outgoing and incoming
 * connections, time limits, and reasons to close or refuse. Each transport implements it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.spi;

import org.jspecify.annotations.NullMarked;
