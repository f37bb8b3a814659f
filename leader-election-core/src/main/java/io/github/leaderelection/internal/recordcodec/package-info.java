/**
 * Writes and reads values of protocols: one shape for each type, derived from its
 * records, enums and sealed types. Independent of protocols and media.
 */
@NullMarked
package io.github.leaderelection.internal.recordcodec;

import org.jspecify.annotations.NullMarked;
