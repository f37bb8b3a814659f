/**
 * Links between members, whatever carries them: dialling, accepting, proving, choosing,
 * queueing, refusing. A transport extends {@code LinkTransport} with a {@code Medium};
 * public is that, what the auto-configuration makes, and what the endpoint shows.
 */
@NullMarked
package io.github.leaderelection.internal.transport.link;

import org.jspecify.annotations.NullMarked;
