package io.github.leaderelection.internal.protocol;

/**
 * What a group asked of the store in which its lease is kept, since its start.
 *
 * @param description what the store is
 * @param tellsChanges whether it tells of changes now, so that a release is found at once
 * @param requests how many were asked
 * @param unanswered how many of them had no answer, or none that is certain
 */
public record StoreUse(String description, boolean tellsChanges, long requests, long unanswered) {
}
