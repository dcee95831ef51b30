import type { SeededTexts } from './seeded-texts.js';

export const COPYRIGHT: SeededTexts = {
  fa: {
    title: 'حق نشر',
    content: `
هم‌خوان به حق پدیدآورندگان احترام می‌گذارد و از شما هم می‌خواهد چنین کنید.

## سندهای خصوصی
آنچه کاربران بارگذاری می‌کنند تنها برای خود آن‌ها نمایش داده می‌شود. بارگذاری‌کننده مسئول است که حق خواندن و ترجمهٔ شخصی آن را داشته باشد.

## سندهای منتشرشده
سندی که در هم‌خوان برای همه منتشر می‌شود باید در مالکیت عمومی باشد، پروانهٔ آزاد داشته باشد، یا صاحب حق، اجازهٔ انتشارش را داده باشد.

## اگر صاحب حق هستید
اگر اثری از شما بدون اجازه در هم‌خوان منتشر شده است، به [پشتیبانی](/page/support/) بنویسید و این‌ها را بفرستید:
- نام اثر و نشانی آن در هم‌خوان
- توضیحی کوتاه دربارهٔ حقی که دارید
- راهی برای تماس با شما

تا روشن شدن موضوع، اثر از دسترس همگان برداشته می‌شود و به شما و منتشرکننده پاسخ می‌دهیم.

## نام و نشان هم‌خوان
نام، نشان و طراحی هم‌خوان از آن گردانندگان آن است. قلم‌های Vazirmatn و Literata با پروانهٔ SIL Open Font License به کار رفته‌اند.
`,
  },
  en: {
    title: 'Copyright',
    content: `
Hamkhan respects the rights of authors and asks you to do the same.

## Private documents
Uploads are visible only to the user who uploaded them. That user is responsible for having the right to read it and to have it translated for personal use.

## Published documents
A document published on Hamkhan for everyone must be in the public domain, carry a free licence, or be published with the permission of the rights holder.

## If you hold the rights
If a work of yours was published on Hamkhan without permission, write to [support](/page/support/) and send:
- the name of the work and its address on Hamkhan
- a short explanation of the right you hold
- a way to reach you

Until the matter is settled, we remove the work from public view and reply to you and to the person who published it.

## Name and mark
The name, the mark and the design of Hamkhan belong to its operator. The typefaces Vazirmatn and Literata are used under the SIL Open Font License.
`,
  },
};
